-- A new prompt enters these indexes once: when it is posted.
-- DropIndex
DROP INDEX "prompt_statistics_idx";

-- DropIndex
DROP INDEX "prompt_end_idx";

-- DropIndex
DROP INDEX "prompt_api_key_id_organization_id_num_idx";

-- DropIndex
DROP INDEX "prompt_channel_id_organization_id_num_idx";

-- CreateIndex
CREATE INDEX "prompt_channel_id_organization_id_num_idx" ON "prompt"("channel_id", "organization_id", "num") WHERE "state" != 'posting';

-- CreateIndex
CREATE INDEX "prompt_end_idx" ON "prompt"("state", "expires_at", "organization_id", "created_at", "closed_reason") WHERE "answered_at" IS NULL AND "state" != 'posting';

-- CreateIndex
CREATE INDEX "prompt_api_key_id_organization_id_num_idx" ON "prompt"("api_key_id", "organization_id", "num") WHERE "state" != 'posting';

-- CreateIndex
CREATE INDEX "prompt_statistics_idx" ON "prompt"("created_at", "organization_id", "state", "closed_reason", "answered_at", "channel_id", "decided_by") WHERE "state" != 'posting';
