-- DropIndex
DROP INDEX "prompt_organization_id_created_at_idx";

-- CreateIndex
CREATE INDEX "prompt_statistics_idx" ON "prompt"("organization_id", "created_at", "state", "closed_reason", "answered_at", "channel_id");
