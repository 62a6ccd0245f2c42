-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "undeliverable_at" DATETIME;

-- CreateIndex
CREATE INDEX "prompt_undeliverable_at_idx" ON "prompt"("undeliverable_at");
