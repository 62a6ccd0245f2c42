/**
 * Statements that may scan: organizations, their settings and their last removal are a row per tenant, leases one per
 * account, the gateway's own state a few, alerts at most 20 of a kind; counts and searches of channels read each; one-time links and operators are as
 * many as people, and PostgreSQL reads such a table rather than its index; so are channels and policies, which a deletion reads, keys,
 * channels with approvers, which statistics and changes of people read, and the devices of operators, of which notifications need all;
 * the list of conversations sorts the channels by activity.
 */
export const mayScan =
  /\borganization\b|\bretention_settings\b|\balert(?:_settings)?\b|FROM lease\b|(?:FROM|UPDATE) gateway_state\b|FROM push_device d JOIN operator|FROM push_device LIMIT 1|\bremoval_run\b|GROUP BY (?:platform|health)|FROM channel WHERE .*LIKE|channel"\."policy_id" =|FROM channel WHERE organization_id = \? AND policy_id =|channels <@|health = 'failing'|FROM channel WHERE .*approvers IS NOT NULL|FROM channel WHERE channel\.organization_id|pg_notify|'channel' AS kind|^DELETE FROM \S*one_time_link\b|FROM \S*operator\S* WHERE \S*organization_id\S* = \S+ LIMIT/;
