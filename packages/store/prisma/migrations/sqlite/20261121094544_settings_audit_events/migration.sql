-- CreateTable
CREATE TABLE "retention_settings" (
    "organization_id" TEXT NOT NULL PRIMARY KEY,
    "prompts_retention_enabled" BOOLEAN NOT NULL,
    "prompts_retention_days" INTEGER NOT NULL,
    "messages_inbound_retention_enabled" BOOLEAN NOT NULL,
    "messages_outbound_retention_enabled" BOOLEAN NOT NULL,
    "messages_inbound_retention_days" INTEGER NOT NULL,
    "messages_outbound_retention_days" INTEGER NOT NULL,
    "messages_inbound_zero_retention" BOOLEAN NOT NULL,
    "messages_outbound_zero_retention" BOOLEAN NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "idempotent_request" (
    "organization_id" TEXT NOT NULL,
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "expires_at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "caller", "key")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "organization_id" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT,
    "action" TEXT NOT NULL,
    "resource_kind" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "address" TEXT
);

-- CreateTable
CREATE TABLE "stream_event" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "organization_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_delivery" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "prompt_num" INTEGER,
    "message_id" TEXT,
    "url" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "signed" BOOLEAN NOT NULL,
    "erase" BOOLEAN NOT NULL,
    "lane" TEXT,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "replayed_after" INTEGER NOT NULL DEFAULT 0,
    "run_at" DATETIME NOT NULL,
    "claimed_by" TEXT,
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" DATETIME NOT NULL,
    "delivered_at" DATETIME,
    "died_at" DATETIME
);
INSERT INTO "new_delivery" ("attempts", "body", "channel_id", "claimed_by", "created_at", "delivered_at", "destination", "died_at", "erase", "event_type", "id", "lane", "last_error", "last_status", "message_id", "organization_id", "prompt_num", "run_at", "seq", "signed", "state", "url") SELECT "attempts", "body", "channel_id", "claimed_by", "created_at", "delivered_at", "destination", "died_at", "erase", "event_type", "id", "lane", "last_error", "last_status", "message_id", "organization_id", "prompt_num", "run_at", "seq", "signed", "state", "url" FROM "delivery";
DROP TABLE "delivery";
ALTER TABLE "new_delivery" RENAME TO "delivery";
CREATE INDEX "delivery_state_run_at_idx" ON "delivery"("state", "run_at");
CREATE INDEX "delivery_lane_seq_idx" ON "delivery"("lane", "seq");
CREATE INDEX "delivery_state_destination_lane_run_at_seq_idx" ON "delivery"("state", "destination", "lane", "run_at", "seq");
CREATE INDEX "delivery_organization_id_seq_idx" ON "delivery"("organization_id", "seq");
CREATE INDEX "delivery_organization_id_state_seq_idx" ON "delivery"("organization_id", "state", "seq");
CREATE INDEX "delivery_organization_id_channel_id_seq_idx" ON "delivery"("organization_id", "channel_id", "seq");
CREATE INDEX "delivery_organization_id_prompt_num_idx" ON "delivery"("organization_id", "prompt_num");
CREATE UNIQUE INDEX "delivery_organization_id_id_key" ON "delivery"("organization_id", "id");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "idempotent_request_expires_at_idx" ON "idempotent_request"("expires_at");

-- CreateIndex
CREATE INDEX "audit_entry_organization_id_seq_idx" ON "audit_entry"("organization_id", "seq");

-- CreateIndex
CREATE INDEX "audit_entry_organization_id_action_seq_idx" ON "audit_entry"("organization_id", "action", "seq");

-- CreateIndex
CREATE INDEX "audit_entry_organization_id_resource_id_seq_idx" ON "audit_entry"("organization_id", "resource_id", "seq");

-- CreateIndex
CREATE INDEX "audit_entry_organization_id_actor_id_seq_idx" ON "audit_entry"("organization_id", "actor_id", "seq");

-- CreateIndex
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at");

-- CreateIndex
CREATE INDEX "stream_event_organization_id_seq_idx" ON "stream_event"("organization_id", "seq");

-- CreateIndex
CREATE INDEX "stream_event_at_idx" ON "stream_event"("at");
