-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "events_removed_to" INTEGER NOT NULL DEFAULT 0;
-- Events before the oldest that is kept have been removed.
UPDATE "organization" SET "events_removed_to" = COALESCE((SELECT MIN("seq") - 1 FROM "stream_event" WHERE "organization_id" = "organization"."id"), 0);
