-- CreateTable
CREATE TABLE "operator_notifications" (
    "organization_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "channels" JSONB,
    "only_mine" BOOLEAN NOT NULL,
    "quiet_from" INTEGER,
    "quiet_to" INTEGER,
    "time_zone" TEXT,

    PRIMARY KEY ("organization_id", "operator_id")
);

-- CreateTable
CREATE TABLE "push_device" (
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "endpoint_hash" TEXT NOT NULL,
    "subscription" TEXT NOT NULL,
    "user_agent" TEXT,
    "created_at" DATETIME NOT NULL,
    "confirmed_at" DATETIME NOT NULL,
    "last_success_at" DATETIME,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,

    PRIMARY KEY ("organization_id", "id")
);

-- CreateTable
CREATE TABLE "push_notice" (
    "organization_id" TEXT NOT NULL,
    "device_id" TEXT NOT NULL,
    "prompt_num" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "due_at" DATETIME,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("organization_id", "device_id", "prompt_num"),
    CONSTRAINT "push_notice_organization_id_device_id_fkey" FOREIGN KEY ("organization_id", "device_id") REFERENCES "push_device" ("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "push_notice_organization_id_prompt_num_fkey" FOREIGN KEY ("organization_id", "prompt_num") REFERENCES "prompt" ("organization_id", "num") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "push_device_organization_id_operator_id_idx" ON "push_device"("organization_id", "operator_id");

-- CreateIndex
CREATE INDEX "push_device_confirmed_at_idx" ON "push_device"("confirmed_at");

-- CreateIndex
CREATE UNIQUE INDEX "push_device_organization_id_endpoint_hash_key" ON "push_device"("organization_id", "endpoint_hash");

-- CreateIndex
CREATE INDEX "push_notice_organization_id_prompt_num_idx" ON "push_notice"("organization_id", "prompt_num");

-- CreateIndex
CREATE INDEX "push_notice_due_at_idx" ON "push_notice"("due_at");
