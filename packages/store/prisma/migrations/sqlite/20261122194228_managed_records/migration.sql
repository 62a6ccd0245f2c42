-- CreateTable
CREATE TABLE "managed_record" (
    "organization_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "kind", "record_id")
);
