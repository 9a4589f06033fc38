/** The address and tokens that the product sends when it runs. */
export interface Product {
	origin: string;
	/** One per live stream. */
	tokens: string[];
}

/** The figures of one fan-out. */
export interface Figures {
	/** From the event until every outcome was recorded. */
	ms: number;
	/** The longest stall of the event loop. */
	stallMs: number;
	cpuMs: number;
}
