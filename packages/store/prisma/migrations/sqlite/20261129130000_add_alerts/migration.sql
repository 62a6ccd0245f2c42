-- AlterTable
ALTER TABLE "operator_notifications" ADD COLUMN "alerts" BOOLEAN;

-- CreateTable
CREATE TABLE "alert" (
    "organization_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "detail" TEXT,
    "since" DATETIME NOT NULL,
    "seen_at" DATETIME NOT NULL,
    "ended_at" DATETIME,
    "told" JSONB NOT NULL,
    "due_at" DATETIME,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("organization_id", "kind", "subject")
);

-- CreateTable
CREATE TABLE "alert_settings" (
    "organization_id" TEXT NOT NULL PRIMARY KEY,
    "channel_id" TEXT
);

-- CreateIndex
CREATE INDEX "alert_due_at_idx" ON "alert"("due_at");

-- CreateIndex
CREATE INDEX "api_key_valid_until_idx" ON "api_key"("valid_until") WHERE "valid_until" IS NOT NULL;
