-- DropIndex
DROP INDEX "prompt_statistics_idx";

-- DropIndex
DROP INDEX "prompt_organization_id_state_answered_at_created_at_idx";

-- CreateIndex
CREATE INDEX "prompt_statistics_idx" ON "prompt"("organization_id", "created_at", "state", "closed_reason", "answered_at", "channel_id", "decided_by");

-- CreateIndex
CREATE INDEX "prompt_answered_idx" ON "prompt"("organization_id", "state", "answered_at", "created_at", "decided_by");
