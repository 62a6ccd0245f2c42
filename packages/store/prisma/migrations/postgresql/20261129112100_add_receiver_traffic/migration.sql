-- CreateTable
CREATE TABLE "receiver_traffic" (
    "organization_id" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "delivered" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "receiver_traffic_pkey" PRIMARY KEY ("organization_id","destination","period_start")
);

-- CreateIndex
CREATE INDEX "receiver_traffic_period_start_idx" ON "receiver_traffic"("period_start");
