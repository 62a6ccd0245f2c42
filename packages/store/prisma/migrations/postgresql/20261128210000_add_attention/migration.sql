-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "max_open_per_key" INTEGER,
ADD COLUMN     "max_open_per_person" INTEGER;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "collapse_digest" TEXT;

-- CreateIndex
CREATE INDEX "prompt_organization_id_collapse_digest_state_idx" ON "prompt"("organization_id", "collapse_digest", "state") WHERE ("collapse_digest" IS NOT NULL);
