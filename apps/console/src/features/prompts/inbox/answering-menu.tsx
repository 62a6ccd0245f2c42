import { Settings2 } from 'lucide-react';
import { IconButton } from '../../../components/ui/button.js';
import { Menu, MenuCheck, MenuLabel } from '../../../components/ui/menu.js';
import { setOpensNext, setWaitsForUndo, useOpensNext, useWaitsForUndo } from './preferences.js';

/** How this browser answers prompts. */
export function AnsweringMenu() {
  return (
    <Menu
      trigger={
        <IconButton label="Answering options">
          <Settings2 className="size-4" aria-hidden />
        </IconButton>
      }
    >
      <MenuLabel>In this browser</MenuLabel>
      <MenuCheck checked={useOpensNext()} onChange={setOpensNext}>
        Open the first prompt, and the next after an answer
      </MenuCheck>
      <MenuCheck checked={useWaitsForUndo()} onChange={setWaitsForUndo}>
        Wait 5 seconds before sending, for Undo
      </MenuCheck>
    </Menu>
  );
}
