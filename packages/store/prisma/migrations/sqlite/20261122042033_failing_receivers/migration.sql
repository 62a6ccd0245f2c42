-- AlterTable
ALTER TABLE "delivery" ADD COLUMN "lane_until" DATETIME;

-- CreateTable
CREATE TABLE "failing_receiver" (
    "destination" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "failing_since" DATETIME NOT NULL,
    "failures" INTEGER NOT NULL,
    "last_failed_at" DATETIME NOT NULL,
    "timed_out" BOOLEAN NOT NULL,
    "last_status" INTEGER,
    "last_error" TEXT,
    "reported_at" DATETIME,

    PRIMARY KEY ("destination", "organization_id")
);

-- CreateTable
CREATE TABLE "message_sequence" (
    "organization_id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    PRIMARY KEY ("organization_id", "channel_id")
);

-- CreateIndex
CREATE INDEX "failing_receiver_last_failed_at_idx" ON "failing_receiver"("last_failed_at");

-- CreateIndex
CREATE INDEX "failing_receiver_organization_id_reported_at_idx" ON "failing_receiver"("organization_id", "reported_at");
