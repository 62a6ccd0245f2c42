-- DropIndex
DROP INDEX "failing_receiver_organization_id_reported_at_idx";

-- CreateIndex
CREATE INDEX "failing_receiver_organization_id_reported_at_failing_since_idx" ON "failing_receiver"("organization_id", "reported_at", "failing_since");
