-- CreateTable
CREATE TABLE "rate_limit" (
    "subject" TEXT NOT NULL,
    "empty_at" BIGINT NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "rate_limit_empty_at_idx" ON "rate_limit"("empty_at");
