-- AlterTable
ALTER TABLE "message" ADD COLUMN "delivery_state" TEXT;
ALTER TABLE "message" ADD COLUMN "failure" TEXT;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "closed_detail" TEXT;
ALTER TABLE "prompt" ADD COLUMN "delivery_state" TEXT;

-- CreateIndex
CREATE INDEX "message_organization_id_channel_id_platform_message_id_idx" ON "message"("organization_id", "channel_id", "platform_message_id");
