import canonicalize from 'canonicalize';

/** The RFC 8785 form of a JSON value. The types of the package describe a property `default`, which a CommonJS module does not have. */
export const canonicalJson = canonicalize as unknown as (value: unknown) => string;
