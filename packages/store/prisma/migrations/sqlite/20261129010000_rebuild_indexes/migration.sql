-- DropIndex
DROP INDEX "stream_event_at_idx";

-- DropIndex
DROP INDEX "delivery_organization_id_message_id_idx";

-- DropIndex
DROP INDEX "delivery_organization_id_prompt_num_idx";

-- DropIndex
DROP INDEX "delivery_lane_seq_idx";

-- DropIndex
DROP INDEX "prompt_organization_id_collapse_digest_state_idx";

-- DropIndex
DROP INDEX "prompt_answered_idx";

-- DropIndex
DROP INDEX "prompt_statistics_idx";

-- DropIndex
DROP INDEX "prompt_organization_id_answered_by_id_num_idx";

-- DropIndex
DROP INDEX "prompt_organization_id_api_key_id_num_idx";

-- DropIndex
DROP INDEX "prompt_organization_id_channel_id_state_idx";

-- DropIndex
DROP INDEX "prompt_undeliverable_at_idx";

-- DropIndex
DROP INDEX "prompt_step_due_at_idx";

-- DropIndex
DROP INDEX "prompt_state_expires_at_organization_id_closed_reason_idx";

-- DropIndex
DROP INDEX "prompt_close_due_at_idx";

-- DropIndex
DROP INDEX "prompt_organization_id_correlation_id_idx";

-- DropIndex
DROP INDEX "prompt_organization_id_channel_id_num_idx";

-- DropIndex
DROP INDEX "prompt_organization_id_state_num_idx";

-- DropIndex
DROP INDEX "delivery_state_destination_lane_run_at_seq_idx";

-- DropIndex
DROP INDEX "delivery_state_run_at_idx";

-- DropIndex
DROP INDEX "delivery_organization_id_seq_idx";

-- DropIndex
DROP INDEX "delivery_organization_id_state_seq_idx";

-- DropIndex
DROP INDEX "delivery_organization_id_channel_id_state_seq_idx";

-- DropIndex
DROP INDEX "delivery_organization_id_destination_state_seq_idx";

-- CreateIndex
CREATE INDEX "delivery_state_organization_id_seq_idx" ON "delivery"("state", "organization_id", "seq");

-- CreateIndex
CREATE INDEX "delivery_channel_id_organization_id_state_seq_idx" ON "delivery"("channel_id", "organization_id", "state", "seq");

-- CreateIndex
CREATE INDEX "delivery_destination_organization_id_state_seq_idx" ON "delivery"("destination", "organization_id", "state", "seq");

-- CreateIndex
CREATE INDEX "delivery_due_idx" ON "delivery"("state", "run_at") WHERE "delivered_at" IS NULL;

-- CreateIndex
CREATE INDEX "delivery_queue_idx" ON "delivery"("state", "destination", "lane", "run_at", "seq") WHERE "delivered_at" IS NULL;

-- CreateIndex
CREATE INDEX "delivery_lane_seq_idx" ON "delivery"("lane", "seq") WHERE "lane" IS NOT NULL;

-- CreateIndex
CREATE INDEX "delivery_prompt_num_organization_id_idx" ON "delivery"("prompt_num", "organization_id") WHERE "prompt_num" IS NOT NULL;

-- CreateIndex
CREATE INDEX "delivery_message_id_organization_id_idx" ON "delivery"("message_id", "organization_id") WHERE "message_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "prompt_state_organization_id_num_idx" ON "prompt"("state", "organization_id", "num");

-- CreateIndex
CREATE INDEX "prompt_channel_id_organization_id_num_idx" ON "prompt"("channel_id", "organization_id", "num");

-- CreateIndex
CREATE INDEX "prompt_channel_id_organization_id_state_idx" ON "prompt"("channel_id", "organization_id", "state");

-- CreateIndex
CREATE INDEX "prompt_api_key_id_organization_id_num_idx" ON "prompt"("api_key_id", "organization_id", "num");

-- CreateIndex
CREATE INDEX "prompt_answered_by_id_organization_id_num_idx" ON "prompt"("answered_by_id", "organization_id", "num") WHERE "answered_by_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "prompt_correlation_id_organization_id_idx" ON "prompt"("correlation_id", "organization_id") WHERE "correlation_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "prompt_collapse_digest_organization_id_state_idx" ON "prompt"("collapse_digest", "organization_id", "state") WHERE "collapse_digest" IS NOT NULL;

-- CreateIndex
CREATE INDEX "prompt_end_idx" ON "prompt"("state", "expires_at", "organization_id", "created_at", "closed_reason") WHERE "answered_at" IS NULL;

-- CreateIndex
CREATE INDEX "prompt_close_due_at_idx" ON "prompt"("close_due_at") WHERE "close_due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "prompt_step_due_at_idx" ON "prompt"("step_due_at") WHERE "step_due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "prompt_undeliverable_at_idx" ON "prompt"("undeliverable_at") WHERE "undeliverable_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "prompt_statistics_idx" ON "prompt"("created_at", "organization_id", "state", "closed_reason", "answered_at", "channel_id", "decided_by");

-- CreateIndex
CREATE INDEX "prompt_answered_idx" ON "prompt"("answered_at", "organization_id", "created_at", "decided_by") WHERE "answered_at" IS NOT NULL;
