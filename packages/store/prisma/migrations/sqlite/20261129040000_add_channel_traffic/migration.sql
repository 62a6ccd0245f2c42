-- AlterTable
ALTER TABLE "channel" ADD COLUMN "last_answered_at" DATETIME;
ALTER TABLE "channel" ADD COLUMN "last_answered_prompt" INTEGER;
ALTER TABLE "channel" ADD COLUMN "last_outbound_prompt" INTEGER;

-- CreateTable
CREATE TABLE "channel_traffic" (
    "organization_id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "period_start" DATETIME NOT NULL,
    "asked" INTEGER NOT NULL,
    "answered" INTEGER NOT NULL,
    "received" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,

    PRIMARY KEY ("organization_id", "channel_id", "period_start")
);

-- CreateIndex
CREATE INDEX "channel_traffic_period_start_idx" ON "channel_traffic"("period_start");
