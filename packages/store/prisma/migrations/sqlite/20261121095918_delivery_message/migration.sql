-- CreateIndex
CREATE INDEX "delivery_organization_id_message_id_idx" ON "delivery"("organization_id", "message_id");
