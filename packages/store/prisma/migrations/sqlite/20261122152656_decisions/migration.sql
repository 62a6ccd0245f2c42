-- AlterTable
ALTER TABLE "channel" ADD COLUMN "approvers" JSONB;
ALTER TABLE "channel" ADD COLUMN "policy_id" TEXT;

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
    "reason_until" DATETIME,
    "at" DATETIME NOT NULL,
    "channel_id" TEXT NOT NULL,

    PRIMARY KEY ("organization_id", "prompt_num", "voter"),
    CONSTRAINT "prompt_vote_organization_id_prompt_num_fkey" FOREIGN KEY ("organization_id", "prompt_num") REFERENCES "prompt" ("organization_id", "num") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "prompt_post" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
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
    "post_due_at" DATETIME,
    "post_attempts" INTEGER NOT NULL DEFAULT 0,
    "closed_at" DATETIME,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "prompt_post_organization_id_prompt_num_fkey" FOREIGN KEY ("organization_id", "prompt_num") REFERENCES "prompt" ("organization_id", "num") ON DELETE CASCADE ON UPDATE CASCADE
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
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "prompt_num", "voter"),
    CONSTRAINT "prompt_draft_organization_id_prompt_num_fkey" FOREIGN KEY ("organization_id", "prompt_num") REFERENCES "prompt" ("organization_id", "num") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "terms" JSONB;
ALTER TABLE "prompt" ADD COLUMN "answer_detail" JSONB;
ALTER TABLE "prompt" ADD COLUMN "reason_until" DATETIME;
ALTER TABLE "prompt" ADD COLUMN "decided_by" TEXT;
ALTER TABLE "prompt" ADD COLUMN "timeout_answer" TEXT;
ALTER TABLE "prompt" ADD COLUMN "step_due_at" DATETIME;
ALTER TABLE "prompt" ADD COLUMN "steps_done" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "prompt" ADD COLUMN "message_closed_at" DATETIME;

-- CreateIndex
CREATE INDEX "prompt_step_due_at_idx" ON "prompt"("step_due_at");

-- CreateIndex
CREATE INDEX "prompt_post_organization_id_prompt_num_seq_idx" ON "prompt_post"("organization_id", "prompt_num", "seq");

-- CreateIndex
CREATE INDEX "prompt_post_post_due_at_idx" ON "prompt_post"("post_due_at");
