-- CreateIndex
CREATE INDEX "prompt_organization_id_api_key_id_num_idx" ON "prompt"("organization_id", "api_key_id", "num");

-- CreateIndex
CREATE INDEX "prompt_organization_id_answered_by_id_num_idx" ON "prompt"("organization_id", "answered_by_id", "num") WHERE ("answered_by_id" IS NOT NULL);
