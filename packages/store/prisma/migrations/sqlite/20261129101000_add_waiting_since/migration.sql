-- AlterTable
ALTER TABLE "message_sequence" ADD COLUMN "waiting_since" DATETIME;

-- The first message that arrived after the last one sent. Each is one lookup in an index.
UPDATE "message_sequence" SET "waiting_since" = (
    SELECT "created_at" FROM "message" AS "received"
    WHERE "received"."organization_id" = "message_sequence"."organization_id"
        AND "received"."channel_id" = "message_sequence"."channel_id"
        AND "received"."direction" = 'inbound'
        AND "received"."seq" > COALESCE((
            SELECT max("sent"."seq") FROM "message" AS "sent"
            WHERE "sent"."organization_id" = "message_sequence"."organization_id"
                AND "sent"."channel_id" = "message_sequence"."channel_id"
                AND "sent"."direction" = 'outbound'
        ), 0)
    ORDER BY "received"."seq" LIMIT 1
);

-- CreateIndex
CREATE INDEX "message_sequence_organization_id_waiting_since_channel_id_idx" ON "message_sequence"("organization_id", "waiting_since", "channel_id");
