-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "answers_after" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "credentials_proven" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "credentials_set_by" JSONB;

-- By hand: channels that had a list or a policy, or are named by a step of one, stay proven. So do those that a configuration file owns, and
-- those that only operators have registered and changed.
UPDATE "channel" SET "credentials_proven" = true
WHERE "approvers" IS NOT NULL
  OR "policy_id" IS NOT NULL
  OR EXISTS (
    SELECT 1 FROM "policy" p
    WHERE p."organization_id" = "channel"."organization_id"
      AND p."rules" -> 'steps' @> jsonb_build_array(jsonb_build_object('channels', jsonb_build_array("channel"."channel_id"))))
  OR EXISTS (
    SELECT 1 FROM "managed_record" m
    WHERE m."organization_id" = "channel"."organization_id" AND m."kind" = 'channel' AND m."record_id" = "channel"."channel_id")
  OR (
    EXISTS (
      SELECT 1 FROM "audit_entry" a
      WHERE a."organization_id" = "channel"."organization_id" AND a."resource_id" = "channel"."channel_id"
        AND a."action" = 'channel.created' AND a."actor_kind" <> 'key')
    AND NOT EXISTS (
      SELECT 1 FROM "audit_entry" a
      WHERE a."organization_id" = "channel"."organization_id" AND a."resource_id" = "channel"."channel_id"
        AND a."action" = 'channel.updated' AND a."actor_kind" = 'key'));
