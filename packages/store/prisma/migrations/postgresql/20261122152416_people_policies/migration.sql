-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "acts_for" TEXT,
ADD COLUMN     "channels" JSONB,
ADD COLUMN     "valid_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "person" (
    "seq" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "operator_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "person_identity" (
    "organization_id" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,

    CONSTRAINT "person_identity_pkey" PRIMARY KEY ("organization_id","platform","user_id")
);

-- CreateTable
CREATE TABLE "person_group" (
    "seq" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_group_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "group_member" (
    "organization_id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,

    CONSTRAINT "group_member_pkey" PRIMARY KEY ("organization_id","group_id","person_id")
);

-- CreateTable
CREATE TABLE "policy" (
    "seq" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "policy_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "policy_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE INDEX "person_organization_id_seq_idx" ON "person"("organization_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "person_organization_id_person_id_key" ON "person"("organization_id", "person_id");

-- CreateIndex
CREATE UNIQUE INDEX "person_organization_id_operator_id_key" ON "person"("organization_id", "operator_id");

-- CreateIndex
CREATE INDEX "person_identity_organization_id_person_id_idx" ON "person_identity"("organization_id", "person_id");

-- CreateIndex
CREATE INDEX "person_group_organization_id_seq_idx" ON "person_group"("organization_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "person_group_organization_id_group_id_key" ON "person_group"("organization_id", "group_id");

-- CreateIndex
CREATE INDEX "group_member_organization_id_person_id_idx" ON "group_member"("organization_id", "person_id");

-- CreateIndex
CREATE INDEX "policy_organization_id_seq_idx" ON "policy"("organization_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "policy_organization_id_policy_id_key" ON "policy"("organization_id", "policy_id");

-- CreateIndex
CREATE INDEX "api_key_organization_id_acts_for_idx" ON "api_key"("organization_id", "acts_for");
