-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "approvers" JSONB,
ADD COLUMN     "policy_id" TEXT;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "answer_detail" JSONB,
ADD COLUMN     "decided_by" TEXT,
ADD COLUMN     "message_closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reason_until" TIMESTAMPTZ(3),
ADD COLUMN     "step_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "steps_done" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "terms" JSONB,
ADD COLUMN     "timeout_answer" TEXT;

-- AlterTable
ALTER TABLE "prompt_message" ADD COLUMN     "is_part" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "prompt_vote" (
    "organization_id" TEXT NOT NULL,
    "prompt_num" INTEGER NOT NULL,
    "voter" TEXT NOT NULL,
    "person_id" TEXT,
    "operator_id" TEXT,
    "platform" TEXT,
    "user_id" TEXT,
    "name" TEXT NOT NULL,
    "choice" TEXT NOT NULL,
    "reason" TEXT,
    "reason_until" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "channel_id" TEXT NOT NULL,

    CONSTRAINT "prompt_vote_pkey" PRIMARY KEY ("organization_id","prompt_num","voter")
);

-- CreateTable
CREATE TABLE "prompt_post" (
    "seq" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "prompt_num" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "chat_id" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "text" TEXT,
    "message_id" TEXT,
    "message_ref" JSONB,
    "failed" TEXT,
    "post_due_at" TIMESTAMPTZ(3),
    "post_attempts" INTEGER NOT NULL DEFAULT 0,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prompt_post_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "prompt_draft" (
    "organization_id" TEXT NOT NULL,
    "prompt_num" INTEGER NOT NULL,
    "voter" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "args" TEXT,
    "nonce" TEXT NOT NULL,
    "message_ref" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prompt_draft_pkey" PRIMARY KEY ("organization_id","prompt_num","voter")
);

-- CreateIndex
CREATE INDEX "prompt_post_organization_id_prompt_num_seq_idx" ON "prompt_post"("organization_id", "prompt_num", "seq");

-- CreateIndex
CREATE INDEX "prompt_post_post_due_at_idx" ON "prompt_post"("post_due_at");

-- CreateIndex
CREATE INDEX "prompt_step_due_at_idx" ON "prompt"("step_due_at");

-- AddForeignKey
ALTER TABLE "prompt_vote" ADD CONSTRAINT "prompt_vote_organization_id_prompt_num_fkey" FOREIGN KEY ("organization_id", "prompt_num") REFERENCES "prompt"("organization_id", "num") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_post" ADD CONSTRAINT "prompt_post_organization_id_prompt_num_fkey" FOREIGN KEY ("organization_id", "prompt_num") REFERENCES "prompt"("organization_id", "num") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_draft" ADD CONSTRAINT "prompt_draft_organization_id_prompt_num_fkey" FOREIGN KEY ("organization_id", "prompt_num") REFERENCES "prompt"("organization_id", "num") ON DELETE CASCADE ON UPDATE CASCADE;
