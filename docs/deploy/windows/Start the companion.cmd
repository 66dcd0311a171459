@echo off
rem Starts the companion and opens the browser. Close the window to stop it: nothing gets lost.
title Roll ^& Write Companion
chcp 65001 >nul
"%~dp0python\python.exe" -m companion serve
if errorlevel 1 pause
