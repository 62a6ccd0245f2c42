-- CreateTable
CREATE TABLE "rate_limit" (
    "subject" TEXT NOT NULL PRIMARY KEY,
    "empty_at" BIGINT NOT NULL
);

-- CreateIndex
CREATE INDEX "rate_limit_empty_at_idx" ON "rate_limit"("empty_at");
