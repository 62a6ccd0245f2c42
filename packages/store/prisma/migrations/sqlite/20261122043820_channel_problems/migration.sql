-- AlterTable
ALTER TABLE "channel" ADD COLUMN "account_problem" TEXT;
ALTER TABLE "channel" ADD COLUMN "test_problem" TEXT;

-- By hand: failures so far were those of accounts; and what has never been used was called `ok` without proof.
UPDATE "channel" SET "account_problem" = coalesce("health_detail", 'The platform cannot be reached.') WHERE "health" = 'failing';
UPDATE "channel" SET "health" = 'unknown' WHERE "health" = 'ok' AND "last_inbound_at" IS NULL AND "last_outbound_at" IS NULL;
