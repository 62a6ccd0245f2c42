-- CreateTable
CREATE TABLE "receiver_name" (
    "organization_id" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "receiver_name_pkey" PRIMARY KEY ("organization_id","destination")
);
