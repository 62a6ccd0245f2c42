-- CreateIndex
CREATE INDEX "prompt_organization_id_channel_id_state_idx" ON "prompt"("organization_id", "channel_id", "state");
