import './wall.css';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
	title: string;
	/** What it needs, in a sentence. */
	text: string;
	/** What it has. */
	has: readonly string[];
	/** How it looks. */
	sample: ReactNode;
	/** Says that the sample is an example. */
	caption: string;
	/** The way to get it. */
	children: ReactNode;
}

/** What is there for those who lack the right to use it: the thing itself as an example, what it has, and how to get it. */
export function Wall({ title, text, has, sample, caption, children }: Props) {
	return (
		<div className="wall">
			<section className="wall-words">
				<h1>{title}</h1>
				<p>{text}</p>
				<ul>
					{has.map((one) => (
						<li key={one}>
							<Check size={16} aria-hidden="true" /> {one}
						</li>
					))}
				</ul>
				<div className="wall-way">{children}</div>
			</section>
			<figure className="wall-sample">
				{sample}
				<figcaption className="dim">{caption}</figcaption>
			</figure>
		</div>
	);
}
