-- CreateTable
CREATE TABLE "paused_receiver" (
    "destination" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "paused_at" TIMESTAMPTZ(3) NOT NULL,
    "paused_by" TEXT,

    CONSTRAINT "paused_receiver_pkey" PRIMARY KEY ("destination","organization_id")
);

-- CreateIndex
CREATE INDEX "paused_receiver_organization_id_paused_at_idx" ON "paused_receiver"("organization_id", "paused_at");

-- CreateIndex
CREATE INDEX "delivery_organization_id_destination_state_seq_idx" ON "delivery"("organization_id", "destination", "state", "seq");
