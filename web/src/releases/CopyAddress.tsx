import { useEffect, useState } from 'react';

const NOTE_MS = 3000;

/** A button that copies an address, and says whether it could. */
export function CopyAddress({ label, value }: { label: string; value: string }) {
	const [outcome, setOutcome] = useState<'copied' | 'blocked' | null>(null);
	useEffect(() => {
		if (outcome !== 'copied') return undefined;
		const timer = setTimeout(() => setOutcome(null), NOTE_MS);
		return () => clearTimeout(timer);
	}, [outcome]);
	const copy = () =>
		// Undefined where the page is not served securely.
		Promise.resolve(navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('no clipboard'))).then(
			() => setOutcome('copied'),
			() => setOutcome('blocked'),
		);
	return (
		<>
			<button type="button" onClick={() => void copy()}>
				{label}
			</button>
			<span role="status" className="dim">
				{outcome === 'copied' && 'Copied'}
				{outcome === 'blocked' && (
					<>
						The browser blocked copying. Copy it from here: <code>{value}</code>
					</>
				)}
			</span>
		</>
	);
}
