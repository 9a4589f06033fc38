/** A webhook of the local Discord. */
export interface Target {
	id: string;
	token: string;
	url: string;
}

/** Sends one body to every target by its own means; resolves when the last one was accepted. */
export interface Contender {
	name: string;
	/** What stands ready before the clock starts (connections, workers). */
	prepare(targets: readonly Target[], body: string): Promise<void>;
	/** The timed part: from "an event is here" to the last answer. */
	run(): Promise<void>;
	close(): Promise<void>;
}

/** How many requests every contender may have under way. */
export const CONCURRENCY = 128;
