import { Hash, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SampleMessage } from './data.ts';
import { Message } from './Message.tsx';

/** The time between two messages, and after the last one, ms. */
const STEP_MS = 4000;
const END_MS = 7000;

/**
 * A Discord channel in which recorded messages arrive one after the other. Everything is laid out from the start and the
 * list scrolls, so that nothing on the page moves. Without scripts and with reduced motion, the first messages are shown.
 */
export function Channel({ messages }: { messages: readonly SampleMessage[] }) {
	const list = useRef<HTMLOListElement>(null);
	/** Null until it is known whether the visitor wants motion. */
	const [playing, setPlaying] = useState<boolean | null>(null);
	const [newest, setNewest] = useState(0);
	useEffect(() => {
		const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
		const follow = () => setPlaying(!reducedMotion.matches);
		follow();
		reducedMotion.addEventListener('change', follow);
		return () => reducedMotion.removeEventListener('change', follow);
	}, []);
	useEffect(() => {
		if (!playing) return undefined;
		const isLast = newest === messages.length - 1;
		const timer = setTimeout(() => setNewest(isLast ? 0 : newest + 1), isLast ? END_MS : STEP_MS);
		return () => clearTimeout(timer);
	}, [playing, newest, messages.length]);
	useEffect(() => {
		const { current } = list;
		const item = current?.children[newest] as HTMLElement | undefined;
		if (!current || !item) return;
		const bottom = item.offsetTop + item.offsetHeight - current.clientHeight;
		current.scrollTo({ top: newest === 0 ? 0 : bottom, behavior: newest === 0 ? 'instant' : 'smooth' });
	}, [newest]);
	return (
		<figure className="channel" aria-label="Recorded messages in a Discord channel">
			<div className="channel-head">
				<Hash size={18} aria-hidden="true" /> <b>drops</b>
				{playing !== null && (
					<button type="button" onClick={() => setPlaying(!playing)}>
						{playing ? <Pause size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
						<span className="unseen">{playing ? 'Pause the messages' : 'Play the messages'}</span>
					</button>
				)}
			</div>
			<ol ref={list}>
				{messages.map((message, index) => (
					<li key={index} className={playing && index > newest ? 'coming' : undefined}>
						<Message message={message} />
					</li>
				))}
			</ol>
			<figcaption>
				Replayed: recorded shop data, composed by the engine, delays measured with a test server. The pictures are
				drawn.
			</figcaption>
		</figure>
	);
}
