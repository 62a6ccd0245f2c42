// One file of the build: dialogs, menus and popovers share most of their code.
export { Dialog, DropdownMenu, Popover } from 'radix-ui';
