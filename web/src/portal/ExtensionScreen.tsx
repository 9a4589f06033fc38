import './portal.css';
import { Extension } from './Extension.tsx';

/** The browser extension within the frame, for people with access; the user portal has it for everybody. */
export default function ExtensionScreen() {
	return (
		<div className="portal wide">
			<header>
				<h1>Add-to-cart extension</h1>
				<p className="dim">For Chrome and Edge on a computer.</p>
			</header>
			<Extension />
		</div>
	);
}
