-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "replayed_after" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "retention_settings" (
    "organization_id" TEXT NOT NULL,
    "prompts_retention_enabled" BOOLEAN NOT NULL,
    "prompts_retention_days" INTEGER NOT NULL,
    "messages_inbound_retention_enabled" BOOLEAN NOT NULL,
    "messages_outbound_retention_enabled" BOOLEAN NOT NULL,
    "messages_inbound_retention_days" INTEGER NOT NULL,
    "messages_outbound_retention_days" INTEGER NOT NULL,
    "messages_inbound_zero_retention" BOOLEAN NOT NULL,
    "messages_outbound_zero_retention" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retention_settings_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "idempotent_request" (
    "organization_id" TEXT NOT NULL,
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_request_pkey" PRIMARY KEY ("organization_id","caller","key")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "seq" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT,
    "action" TEXT NOT NULL,
    "resource_kind" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "address" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "stream_event" (
    "seq" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stream_event_pkey" PRIMARY KEY ("seq")
);

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
