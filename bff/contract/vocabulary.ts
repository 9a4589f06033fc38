/** The product's words and limits without any schema: for what has to be quick at hand, as a command line's help. */
export * from '@dropwire/db/topics';
