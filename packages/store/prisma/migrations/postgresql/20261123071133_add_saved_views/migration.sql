-- CreateTable
CREATE TABLE "saved_view" (
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_organization_id_operator_id_page_name_key" ON "saved_view"("organization_id", "operator_id", "page", "name");
