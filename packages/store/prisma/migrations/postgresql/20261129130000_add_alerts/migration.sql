-- AlterTable
ALTER TABLE "operator_notifications" ADD COLUMN     "alerts" BOOLEAN;

-- CreateTable
CREATE TABLE "alert" (
    "organization_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "detail" TEXT,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "told" JSONB NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("organization_id","kind","subject")
);

-- CreateTable
CREATE TABLE "alert_settings" (
    "organization_id" TEXT NOT NULL,
    "channel_id" TEXT,

    CONSTRAINT "alert_settings_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE INDEX "alert_due_at_idx" ON "alert"("due_at");

-- CreateIndex
CREATE INDEX "api_key_valid_until_idx" ON "api_key"("valid_until") WHERE ("valid_until" IS NOT NULL);
