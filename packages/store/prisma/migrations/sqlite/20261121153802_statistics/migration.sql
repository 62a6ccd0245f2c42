-- DropIndex
DROP INDEX "prompt_organization_id_state_answered_at_idx";

-- DropIndex
DROP INDEX "prompt_state_expires_at_idx";

-- CreateIndex
CREATE INDEX "prompt_state_expires_at_organization_id_closed_reason_idx" ON "prompt"("state", "expires_at", "organization_id", "closed_reason");

-- CreateIndex
CREATE INDEX "prompt_organization_id_state_answered_at_created_at_idx" ON "prompt"("organization_id", "state", "answered_at", "created_at");
