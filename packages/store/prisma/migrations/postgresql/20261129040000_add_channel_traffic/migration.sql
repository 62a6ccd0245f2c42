-- AlterTable
ALTER TABLE "channel" ADD COLUMN "last_answered_at" TIMESTAMPTZ(3),
ADD COLUMN "last_answered_prompt" INTEGER,
ADD COLUMN "last_outbound_prompt" INTEGER;

-- CreateTable
CREATE TABLE "channel_traffic" (
    "organization_id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "asked" INTEGER NOT NULL,
    "answered" INTEGER NOT NULL,
    "received" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,

    CONSTRAINT "channel_traffic_pkey" PRIMARY KEY ("organization_id","channel_id","period_start")
);

-- CreateIndex
CREATE INDEX "channel_traffic_period_start_idx" ON "channel_traffic"("period_start");
