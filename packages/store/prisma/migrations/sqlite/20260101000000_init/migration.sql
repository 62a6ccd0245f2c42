-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "prompt_seq" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "channel" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "organization_id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "target_chat_id" TEXT NOT NULL,
    "channel_type" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "callback_url" TEXT,
    "credentials" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "health" TEXT NOT NULL DEFAULT 'unknown',
    "health_detail" TEXT,
    "health_since" DATETIME,
    "last_inbound_at" DATETIME,
    "last_outbound_at" DATETIME,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "prompt" (
    "organization_id" TEXT NOT NULL,
    "num" INTEGER NOT NULL,
    "channel_id" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "chat_id" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "media_url" TEXT,
    "options" JSONB NOT NULL,
    "allow_text" BOOLEAN NOT NULL,
    "callback_url" TEXT,
    "correlation_id" TEXT,
    "notify_on_expiry" BOOLEAN NOT NULL,
    "nonce" TEXT NOT NULL,
    "message_id" TEXT,
    "message_ref" JSONB,
    "state" TEXT NOT NULL,
    "closed_reason" TEXT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME,
    "answered_at" DATETIME,
    "answered_by_id" TEXT,
    "answered_by_username" TEXT,
    "answered_by_name" TEXT,
    "answer_type" TEXT,
    "answer" TEXT,
    "api_key_id" TEXT,
    "close_due_at" DATETIME,
    "close_attempts" INTEGER NOT NULL DEFAULT 0,
    "confirm_to" TEXT,

    PRIMARY KEY ("organization_id", "num")
);

-- CreateTable
CREATE TABLE "prompt_message" (
    "organization_id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "prompt_num" INTEGER NOT NULL,

    PRIMARY KEY ("organization_id", "channel_id", "message_id"),
    CONSTRAINT "prompt_message_organization_id_prompt_num_fkey" FOREIGN KEY ("organization_id", "prompt_num") REFERENCES "prompt" ("organization_id", "num") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "message" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "from_user" TEXT,
    "from_id" TEXT,
    "api_key_id" TEXT,
    "platform_message_id" TEXT,
    "created_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "delivery" (
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
    "run_at" DATETIME NOT NULL,
    "claimed_by" TEXT,
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" DATETIME NOT NULL,
    "delivered_at" DATETIME,
    "died_at" DATETIME
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "organization_id" TEXT NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" DATETIME NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "response" TEXT,

    PRIMARY KEY ("organization_id", "delivery_id", "number"),
    CONSTRAINT "delivery_attempt_organization_id_delivery_id_fkey" FOREIGN KEY ("organization_id", "delivery_id") REFERENCES "delivery" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "api_key" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" JSONB NOT NULL,
    "created_at" DATETIME NOT NULL,
    "revoked_at" DATETIME,
    "last_used_at" DATETIME,
    "created_by" TEXT
);

-- CreateTable
CREATE TABLE "lease" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "inbound_event" (
    "organization_id" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "received_at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "account", "event_id")
);

-- CreateTable
CREATE TABLE "account_state" (
    "organization_id" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updated_at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "platform", "account", "key")
);

-- CreateIndex
CREATE INDEX "channel_organization_id_seq_idx" ON "channel"("organization_id", "seq");

-- CreateIndex
CREATE INDEX "channel_organization_id_platform_seq_idx" ON "channel"("organization_id", "platform", "seq");

-- CreateIndex
CREATE INDEX "channel_organization_id_channel_type_seq_idx" ON "channel"("organization_id", "channel_type", "seq");

-- CreateIndex
CREATE INDEX "channel_is_active_platform_account_idx" ON "channel"("is_active", "platform", "account");

-- CreateIndex
CREATE UNIQUE INDEX "channel_organization_id_channel_id_key" ON "channel"("organization_id", "channel_id");

-- CreateIndex
CREATE INDEX "prompt_organization_id_state_num_idx" ON "prompt"("organization_id", "state", "num");

-- CreateIndex
CREATE INDEX "prompt_organization_id_channel_id_num_idx" ON "prompt"("organization_id", "channel_id", "num");

-- CreateIndex
CREATE INDEX "prompt_organization_id_correlation_id_idx" ON "prompt"("organization_id", "correlation_id");

-- CreateIndex
CREATE INDEX "prompt_state_expires_at_idx" ON "prompt"("state", "expires_at");

-- CreateIndex
CREATE INDEX "prompt_close_due_at_idx" ON "prompt"("close_due_at");

-- CreateIndex
CREATE INDEX "prompt_organization_id_created_at_idx" ON "prompt"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "prompt_organization_id_state_answered_at_idx" ON "prompt"("organization_id", "state", "answered_at");

-- CreateIndex
CREATE INDEX "prompt_message_organization_id_prompt_num_idx" ON "prompt_message"("organization_id", "prompt_num");

-- CreateIndex
CREATE INDEX "message_organization_id_seq_idx" ON "message"("organization_id", "seq");

-- CreateIndex
CREATE INDEX "message_organization_id_channel_id_seq_idx" ON "message"("organization_id", "channel_id", "seq");

-- CreateIndex
CREATE INDEX "message_organization_id_direction_seq_idx" ON "message"("organization_id", "direction", "seq");

-- CreateIndex
CREATE INDEX "message_organization_id_channel_id_direction_seq_idx" ON "message"("organization_id", "channel_id", "direction", "seq");

-- CreateIndex
CREATE INDEX "message_organization_id_direction_created_at_idx" ON "message"("organization_id", "direction", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "message_organization_id_id_key" ON "message"("organization_id", "id");

-- CreateIndex
CREATE INDEX "delivery_state_run_at_idx" ON "delivery"("state", "run_at");

-- CreateIndex
CREATE INDEX "delivery_lane_seq_idx" ON "delivery"("lane", "seq");

-- CreateIndex
CREATE INDEX "delivery_state_destination_lane_run_at_seq_idx" ON "delivery"("state", "destination", "lane", "run_at", "seq");

-- CreateIndex
CREATE INDEX "delivery_organization_id_seq_idx" ON "delivery"("organization_id", "seq");

-- CreateIndex
CREATE INDEX "delivery_organization_id_state_seq_idx" ON "delivery"("organization_id", "state", "seq");

-- CreateIndex
CREATE INDEX "delivery_organization_id_channel_id_seq_idx" ON "delivery"("organization_id", "channel_id", "seq");

-- CreateIndex
CREATE INDEX "delivery_organization_id_prompt_num_idx" ON "delivery"("organization_id", "prompt_num");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_organization_id_id_key" ON "delivery"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_organization_id_seq_idx" ON "api_key"("organization_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_organization_id_id_key" ON "api_key"("organization_id", "id");

-- CreateIndex
CREATE INDEX "inbound_event_received_at_idx" ON "inbound_event"("received_at");

-- The tenant that exists from the start.
INSERT INTO "organization" ("id", "created_at") VALUES ('default', CAST(strftime('%s', 'now') AS INTEGER) * 1000);
