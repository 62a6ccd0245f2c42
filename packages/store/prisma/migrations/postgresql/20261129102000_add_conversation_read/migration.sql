-- CreateTable
CREATE TABLE "conversation_read" (
    "organization_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "read_to" BIGINT NOT NULL,

    CONSTRAINT "conversation_read_pkey" PRIMARY KEY ("organization_id","operator_id","channel_id")
);

-- What was stored before counts as read.
INSERT INTO "conversation_read" ("organization_id", "operator_id", "channel_id", "read_to")
SELECT "operator"."organization_id", "operator"."id", "newest"."channel_id", "newest"."seq"
FROM "operator"
JOIN (
    SELECT "organization_id", "channel_id", max("seq") AS "seq" FROM "message" GROUP BY "organization_id", "channel_id"
) AS "newest" ON "newest"."organization_id" = "operator"."organization_id";
