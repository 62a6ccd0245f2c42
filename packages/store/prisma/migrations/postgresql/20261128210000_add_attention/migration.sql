-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "collapse_digest" TEXT;

-- CreateIndex
CREATE INDEX "prompt_organization_id_collapse_digest_state_idx" ON "prompt"("organization_id", "collapse_digest", "state") WHERE ("collapse_digest" IS NOT NULL);
