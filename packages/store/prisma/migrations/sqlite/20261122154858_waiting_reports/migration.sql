-- CreateTable
CREATE TABLE "waiting_report" (
    "organization_id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "sent_until" DATETIME,
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "received_at" DATETIME NOT NULL,
    "tries" INTEGER NOT NULL,
    "due_at" DATETIME NOT NULL,

    PRIMARY KEY ("message_id", "organization_id", "channel_id", "state")
);

-- CreateIndex
CREATE INDEX "waiting_report_due_at_idx" ON "waiting_report"("due_at");
