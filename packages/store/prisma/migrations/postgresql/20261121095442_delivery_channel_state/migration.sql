-- DropIndex
DROP INDEX "delivery_organization_id_channel_id_seq_idx";

-- CreateIndex
CREATE INDEX "delivery_organization_id_channel_id_state_seq_idx" ON "delivery"("organization_id", "channel_id", "state", "seq");
