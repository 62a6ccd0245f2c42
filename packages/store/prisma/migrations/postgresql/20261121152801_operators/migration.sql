-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "expires_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "message" ADD COLUMN     "operator_id" TEXT;

-- CreateTable
CREATE TABLE "removal_run" (
    "organization_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "prompts" INTEGER NOT NULL,
    "messages" INTEGER NOT NULL,

    CONSTRAINT "removal_run_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "operator" (
    "seq" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "operator_session" (
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "previous_token_hash" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "rotated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "user_agent" TEXT,
    "address" TEXT,

    CONSTRAINT "operator_session_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "one_time_link" (
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "role" TEXT,
    "email" TEXT,
    "operator_id" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "one_time_link_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "organization_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "blocked_until" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("organization_id","subject")
);

-- CreateIndex
CREATE INDEX "operator_organization_id_seq_idx" ON "operator"("organization_id", "seq");

-- CreateIndex
CREATE INDEX "operator_organization_id_role_idx" ON "operator"("organization_id", "role");

-- CreateIndex
CREATE UNIQUE INDEX "operator_organization_id_id_key" ON "operator"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "operator_organization_id_email_key" ON "operator"("organization_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "operator_session_token_hash_key" ON "operator_session"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "operator_session_previous_token_hash_key" ON "operator_session"("previous_token_hash");

-- CreateIndex
CREATE INDEX "operator_session_organization_id_operator_id_idx" ON "operator_session"("organization_id", "operator_id");

-- CreateIndex
CREATE INDEX "operator_session_expires_at_idx" ON "operator_session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_link_token_hash_key" ON "one_time_link"("token_hash");

-- CreateIndex
CREATE INDEX "one_time_link_organization_id_purpose_created_at_idx" ON "one_time_link"("organization_id", "purpose", "created_at");

-- CreateIndex
CREATE INDEX "one_time_link_expires_at_idx" ON "one_time_link"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_failures_updated_at_idx" ON "sign_in_failures"("updated_at");
