/** A fault that X can return. */
export type XFault =
	| { status: number; body?: unknown }
	| { drop: true }
	| { dropAfter: true }
	| { limited: { resetInSeconds: number } };

/** A local X with its posts and planned faults. */
export class XState {
	posts: { id: string; text: string; at: number }[] = [];
	faults: { left: number; fault: XFault }[] = [];
	requests = 0;

	takeFault(): XFault | undefined {
		const plan = this.faults.find(({ left }) => left > 0);
		if (plan) plan.left--;
		return plan?.fault;
	}

	reset(): void {
		this.posts = [];
		this.faults = [];
		this.requests = 0;
	}
}
