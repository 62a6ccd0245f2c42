-- AlterTable
ALTER TABLE "idempotent_request" ADD COLUMN     "claimed_by" TEXT,
ADD COLUMN     "claimed_until" TIMESTAMPTZ(3),
ADD COLUMN     "prompt_num" INTEGER;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "other_messages" JSONB,
ADD COLUMN     "post_attempts" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE INDEX "idempotent_request_organization_id_prompt_num_idx" ON "idempotent_request"("organization_id", "prompt_num");
