-- AlterTable
ALTER TABLE "prompt_vote" ADD COLUMN "grant_sec" INTEGER;

-- CreateTable
CREATE TABLE "action_grant" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "organization_id" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "prompt_num" INTEGER NOT NULL,
    "channel_id" TEXT NOT NULL,
    "rule_id" TEXT NOT NULL,
    "rule_version" INTEGER NOT NULL,
    "key_id" TEXT,
    "action_name" TEXT NOT NULL,
    "same" TEXT,
    "covers" TEXT,
    "digest" TEXT NOT NULL,
    "givers" JSONB NOT NULL,
    "given_at" DATETIME NOT NULL,
    "until" DATETIME NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "max_uses" INTEGER NOT NULL,
    "last_used_at" DATETIME,
    "ended_at" DATETIME,
    "ended_reason" TEXT,
    "ended_by" JSONB,
    "message_channel_id" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "chat_id" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "message_id" TEXT,
    "message_ref" JSONB,
    "show_due_at" DATETIME,
    "show_claimed_until" DATETIME,
    "show_attempts" INTEGER NOT NULL DEFAULT 0,
    "shown_at" DATETIME
);

-- CreateIndex
CREATE UNIQUE INDEX "action_grant_organization_id_grant_id_key" ON "action_grant"("organization_id", "grant_id");

-- CreateIndex
CREATE INDEX "action_grant_organization_id_digest_idx" ON "action_grant"("organization_id", "digest");

-- CreateIndex
CREATE INDEX "action_grant_organization_id_rule_id_until_idx" ON "action_grant"("organization_id", "rule_id", "until");

-- CreateIndex
CREATE INDEX "action_grant_organization_id_until_idx" ON "action_grant"("organization_id", "until");

-- CreateIndex
CREATE INDEX "action_grant_organization_id_prompt_num_idx" ON "action_grant"("organization_id", "prompt_num");

-- CreateIndex
CREATE INDEX "action_grant_show_due_at_idx" ON "action_grant"("show_due_at");
