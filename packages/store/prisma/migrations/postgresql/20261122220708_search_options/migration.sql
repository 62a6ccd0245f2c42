-- src/engine/postgresql/search-index.ts creates the index at the start, in the same session, so that it also finds correlation ids by
-- their beginning.
DROP INDEX "prompt_organization_id_correlation_id_idx";
